-- Sessions: a visitor's clicks with less than ten minutes between them; how long sessions are, and how many end with a purchase.
with gaps as (
  select wcs_user_sk as visitor, wcs_click_date_sk * 86400 + wcs_click_time_sk as at, wcs_sales_sk as sale,
    lag(wcs_click_date_sk * 86400 + wcs_click_time_sk)
      over (partition by wcs_user_sk order by wcs_click_date_sk, wcs_click_time_sk, wcs_item_sk) as before
  from web_clickstreams
  where wcs_user_sk is not null),
starts as (
  select visitor, at, sale,
    sum(case when before is null or at - before > 600 then 1 else 0 end)
      over (partition by visitor order by at rows between unbounded preceding and current row) as session_number
  from gaps),
sessions as (
  select visitor, session_number, count(*) as clicks, max(at) - min(at) as seconds, count(sale) as sales
  from starts
  group by visitor, session_number)
select clicks, count(*) as sessions, sum(seconds) as seconds, sum(case when sales > 0 then 1 else 0 end) as with_sale
from sessions
group by clicks
order by clicks
