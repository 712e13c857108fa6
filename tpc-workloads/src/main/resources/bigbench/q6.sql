-- Customers whose purchases on the web grew more than those in stores from one year to the next.
with store as (
  select ss_customer_sk as customer,
    sum(case when d_year = 2000 then ss_net_paid else 0 end) as first_year,
    sum(case when d_year = 2001 then ss_net_paid else 0 end) as second_year
  from store_sales join date_dim on ss_sold_date_sk = d_date_sk
  where d_year in (2000, 2001) and ss_customer_sk is not null
  group by ss_customer_sk),
web as (
  select ws_bill_customer_sk as customer,
    sum(case when d_year = 2000 then ws_net_paid else 0 end) as first_year,
    sum(case when d_year = 2001 then ws_net_paid else 0 end) as second_year
  from web_sales join date_dim on ws_sold_date_sk = d_date_sk
  where d_year in (2000, 2001) and ws_bill_customer_sk is not null
  group by ws_bill_customer_sk)
select c_customer_id, store.first_year, store.second_year, web.first_year as web_first_year, web.second_year as web_second_year
from store
join web on store.customer = web.customer
join customer on store.customer = c_customer_sk
where store.first_year > 0 and web.first_year > 0
  and web.second_year * store.first_year > store.second_year * web.first_year
order by c_customer_id
