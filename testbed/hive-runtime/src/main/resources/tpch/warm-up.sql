select n_name, count(*) from nation join region on n_regionkey = r_regionkey group by n_name;
