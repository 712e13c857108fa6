-- Ratings beside what an item earns and how much of it comes back.
with rated as (
  select pr_item_sk as item, count(*) as reviews, sum(pr_review_rating) as stars
  from product_reviews
  group by pr_item_sk),
sold as (
  select ws_item_sk as item, sum(ws_quantity) as quantity, sum(ws_net_paid) as paid
  from web_sales
  group by ws_item_sk),
returned as (
  select wr_item_sk as item, sum(wr_return_quantity) as quantity
  from web_returns
  group by wr_item_sk)
select i_item_id, reviews, stars, sold.quantity as sold_quantity, paid, returned.quantity as returned_quantity
from rated
join sold on rated.item = sold.item
left join returned on rated.item = returned.item
join item on rated.item = i_item_sk
order by i_item_id, reviews, stars, paid
