set hive.auto.convert.join.noconditionaltask.size=200000000;
select n_name, count(*) as lines, sum(l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity) as margin
from lineitem join partsupp on ps_suppkey = l_suppkey and ps_partkey = l_partkey
  join part on p_partkey = l_partkey join supplier on s_suppkey = l_suppkey join nation on s_nationkey = n_nationkey
where p_brand <> 'Brand#45'
group by n_name order by n_name;
