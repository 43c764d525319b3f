-- Kinds of applications that a hospital adds itself: its own dictionary of this code holds them; the system has none beside the declared ones.
select set_config('app.tenant', '000000', true);
insert into dict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort)
values (gen_random_uuid(), null, 'apply_kind', null, '申请类型（本院自定）', 'Kinds of applications (own)', 60);
select set_config('app.tenant', '', true);
