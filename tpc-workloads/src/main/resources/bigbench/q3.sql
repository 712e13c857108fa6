-- What visitors look at on the day they buy something of a category.
select i_category as category, viewed.wcs_item_sk as item, count(*) as views
from web_clickstreams bought
join item on bought.wcs_item_sk = i_item_sk
join web_clickstreams viewed on viewed.wcs_user_sk = bought.wcs_user_sk and viewed.wcs_click_date_sk = bought.wcs_click_date_sk
where bought.wcs_sales_sk is not null and viewed.wcs_sales_sk is null and viewed.wcs_click_time_sk < bought.wcs_click_time_sk
group by i_category, viewed.wcs_item_sk
having count(*) > 2
order by views desc, category, item
