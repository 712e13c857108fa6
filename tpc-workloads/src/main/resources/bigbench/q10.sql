-- Clicks and purchases by hour of the day and day of the week.
select d_day_name, cast(floor(wcs_click_time_sk / 3600) as int) as hour_of_day, count(*) as clicks, count(wcs_sales_sk) as sales
from web_clickstreams
join date_dim on wcs_click_date_sk = d_date_sk
group by d_day_name, cast(floor(wcs_click_time_sk / 3600) as int)
order by d_day_name, hour_of_day
