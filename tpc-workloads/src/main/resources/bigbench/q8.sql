-- The ten items of each category that stores sell most of.
with sold as (
  select i_category as category, i_item_id as item, sum(ss_quantity) as quantity
  from store_sales
  join item on ss_item_sk = i_item_sk
  where i_category is not null
  group by i_category, i_item_id),
ranked as (
  select category, item, quantity, rank() over (partition by category order by quantity desc, item) as place
  from sold)
select category, place, item, quantity
from ranked
where place <= 10
order by category, place
