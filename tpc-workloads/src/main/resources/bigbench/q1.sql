-- Market basket: pairs of items that are on the same store ticket most often.
select a.ss_item_sk as item, b.ss_item_sk as other, count(*) as tickets
from store_sales a
join store_sales b on a.ss_ticket_number = b.ss_ticket_number
where a.ss_item_sk < b.ss_item_sk
group by a.ss_item_sk, b.ss_item_sk
having count(*) > 1
order by tickets desc, item, other
