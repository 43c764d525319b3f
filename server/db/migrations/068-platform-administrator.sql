-- The administrator of the platform's tenant looks after no hospital: their role takes its own name, unless somebody gave it another one.
select set_config('app.tenant', '000000', true);
update role set role_name = '平台管理员', version = version + 1, updated_at = now()
  where tenant_id = '000000' and default_key = 'administrator' and role_name = '医院管理员' and not is_deleted;
select set_config('app.tenant', '', true);
