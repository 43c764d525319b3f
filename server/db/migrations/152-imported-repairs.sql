-- An import of old repairs gathers statistics of their table.
do $$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'measure_record'$a$, $a$'measure_record', 'repair_order'$a$);
end $$;
