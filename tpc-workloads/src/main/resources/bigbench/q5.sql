-- Interests: how often each visitor clicks on each category, for those with more than twenty clicks.
select wcs_user_sk as visitor, count(*) as clicks,
  sum(case when i_category = 'Books' then 1 else 0 end) as books,
  sum(case when i_category = 'Electronics' then 1 else 0 end) as electronics,
  sum(case when i_category = 'Home' then 1 else 0 end) as home,
  sum(case when i_category = 'Sports' then 1 else 0 end) as sports
from web_clickstreams
join item on wcs_item_sk = i_item_sk
where wcs_user_sk is not null
group by wcs_user_sk
having count(*) > 20
order by visitor
