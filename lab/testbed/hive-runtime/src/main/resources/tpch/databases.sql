create database tpch location '/demo/input/tpch';

create database sample location '/demo/input/sample';
