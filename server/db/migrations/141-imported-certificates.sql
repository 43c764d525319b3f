-- An import of certificates gathers statistics of their table.
do $$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'measure_record'$a$);
end $$;
