select c_custkey, c_name, c_address, c_phone, l_returnflag, l_shipmode, sum(l_extendedprice * (1 - l_discount)) as revenue,
  sum(l_quantity) as quantity, min(l_shipdate) as first_ship, max(o_orderdate) as last_order
from lineitem join orders on l_orderkey = o_orderkey join customer on c_custkey = o_custkey
group by c_custkey, c_name, c_address, c_phone, l_returnflag, l_shipmode
order by revenue desc, c_custkey, l_returnflag, l_shipmode limit 1000;
