-- Days on which visitors left without buying: pages that they had seen.
with days as (
  select wcs_user_sk as visitor, wcs_click_date_sk as day, count(*) as clicks, count(wcs_sales_sk) as sales
  from web_clickstreams
  where wcs_user_sk is not null
  group by wcs_user_sk, wcs_click_date_sk)
select d_year, d_moy, count(*) as visits, sum(clicks) as clicks
from days
join date_dim on day = d_date_sk
where sales = 0
group by d_year, d_moy
order by d_year, d_moy
