-- The system's dictionary of fault types is called in English as the field is.
select set_config('app.tenant', '000000', true);
update dict set dict_value_en = 'Fault type' where code = 'fault_kind' and parent_id is null and dict_value_en = 'Kind of fault';
select set_config('app.tenant', '', true);
