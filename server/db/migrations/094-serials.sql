-- A serial number is there once for a maker, in one writing and with case. Cards that were alike before stay as they are and are marked; administrators are
-- told of them.
create function code_writing(s text) returns text language sql immutable parallel safe return
  nullif(case when s ~ '^[!-~]*$' then s
    else regexp_replace(plain_writing(s), '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', '', 'g') end, '');

alter table device add column sn_alike boolean not null default false;

do $$ declare
  one record;
  alike record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    update device d set sn_alike = true from (select id, row_number() over (partition by search_form(manufacturer), code_writing(sn) order by created_at, id) as n
      from device where tenant_id = one.id and not is_deleted and manufacturer is not null and code_writing(sn) ~ '[0-9]') v
    where d.tenant_id = one.id and d.id = v.id and v.n > 1;
    select count(*) as n, string_agg(maker || ' ' || codes, '；' order by maker, codes) as list into alike
    from (select min(manufacturer) as maker, string_agg(sn, '、' order by created_at, id) as codes from device
      where tenant_id = one.id and not is_deleted and manufacturer is not null and code_writing(sn) ~ '[0-9]'
      group by search_form(manufacturer), code_writing(sn) having count(*) > 1) v;
    if alike.n = 0 then continue; end if;
    insert into notice (tenant_id, id, kind, subject, detail, user_id, is_read, sent_at)
    select one.id, gen_random_uuid(), 'codes_alike', '有 ' || alike.n || ' 组设备的生产厂家和出厂编号相同',
      case when length(alike.list) > 500 then left(alike.list, 499) || '…' else alike.list end, u.id, 0, now()
    from app_user u where u.tenant_id = one.id and not u.is_deleted and exists (select from user_role h
      join role r on r.tenant_id = h.tenant_id and r.id = h.role_id where h.tenant_id = u.tenant_id and h.user_id = u.id and r.default_key = 'administrator');
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

create unique index device_sn_once on device (tenant_id, search_form(manufacturer), code_writing(sn)) where not sn_alike and code_writing(sn) ~ '[0-9]' and not is_deleted;
