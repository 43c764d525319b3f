-- A fault caused by wrong use is called in English as engineers call it; a value that the platform has changed stays.
select set_config('app.tenant', '000000', true);
update dict set dict_value_en = 'Operator error' where code = 'fault_kind' and dict_key = 'operation' and dict_value_en = 'Handling';
select set_config('app.tenant', '', true);
