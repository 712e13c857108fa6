select n_name, year(o_orderdate) as o_year,
  sum(l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity) as profit
from lineitem join part on p_partkey = l_partkey join supplier on s_suppkey = l_suppkey
  join partsupp on ps_suppkey = l_suppkey and ps_partkey = l_partkey
  join orders on o_orderkey = l_orderkey join nation on s_nationkey = n_nationkey
where p_name like '%green%' group by n_name, year(o_orderdate) order by n_name, o_year desc;
