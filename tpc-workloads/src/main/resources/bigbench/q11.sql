-- Items that visitors look at on the web and buy in a store within ten days.
select i_category, i_item_id, count(distinct ss_ticket_number) as tickets
from web_clickstreams
join store_sales on wcs_user_sk = ss_customer_sk and wcs_item_sk = ss_item_sk
join item on ss_item_sk = i_item_sk
where wcs_sales_sk is null and ss_sold_date_sk between wcs_click_date_sk and wcs_click_date_sk + 10
group by i_category, i_item_id
order by i_category, i_item_id
