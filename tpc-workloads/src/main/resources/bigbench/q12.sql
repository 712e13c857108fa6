-- The five reasons for which most is given back in each state.
with returned as (
  select s_state as state, r_reason_desc as reason, sum(sr_return_amt) as amount
  from store_returns
  join store on sr_store_sk = s_store_sk
  join reason on sr_reason_sk = r_reason_sk
  group by s_state, r_reason_desc),
ranked as (
  select state, reason, amount, rank() over (partition by state order by amount desc, reason) as place
  from returned)
select state, place, reason, amount
from ranked
where place <= 5
order by state, place
