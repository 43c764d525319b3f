-- Which panels of the first page a person sees, in which order: names with commas between them.
create table home_layout (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  panels text not null,
  hidden text not null,
  updated_at timestamp with time zone not null default now(),
  primary key (tenant_id, user_id)
);
alter table home_layout enable row level security;
alter table home_layout force row level security;
create policy tenant on home_layout using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Cards whose warranty ends soon, counted without reading the cards, and listed in that order.
create index device_warranty_end on device (tenant_id, warranty_end, id) include (use_dept_id, eam_status) where not is_deleted and warranty_end is not null;

-- Figures of every organisation for the platform's first page. Each is read inside its own tenant, one after another; the tenant of the session is put back.
create function platform_figures(since timestamp with time zone)
returns table (tenant text, people bigint, devices bigint, errors bigint, sign_ins bigint) language plpgsql as $$
declare
  one text;
begin
  if coalesce(current_setting('app.tenant', true), '') <> '000000' then
    raise exception 'figures of all tenants are for the platform' using errcode = '42501';
  end if;
  for one in select id from tenant order by created_at desc, id loop
    perform set_config('app.tenant', one, true);
    tenant := one;
    select count(*) into people from app_user u where u.tenant_id = one and not u.is_deleted;
    select coalesce(sum(c.n), 0) into devices from device_count c where c.tenant_id = one and c.dim = '';
    select count(*) into errors from client_log l where l.tenant_id = one and l.created_at >= since;
    select count(*) into sign_ins from access_log a where a.tenant_id = one and a.created_at >= since and a.event = 'signIn' and a.outcome = 'done';
    return next;
  end loop;
  perform set_config('app.tenant', '000000', true);
end
$$;

-- The newest errors of pages in every organisation, without the person and without the stack.
create function platform_errors(since timestamp with time zone, most integer)
returns table (tenant text, id uuid, message text, url text, at timestamp with time zone) language plpgsql as $$
declare
  one text;
begin
  if coalesce(current_setting('app.tenant', true), '') <> '000000' then
    raise exception 'errors of all tenants are for the platform' using errcode = '42501';
  end if;
  for one in select t.id from tenant t loop
    perform set_config('app.tenant', one, true);
    return query select one, l.id, left(l.entry ->> 'message', 300), left(l.entry ->> 'url', 300), l.created_at
      from client_log l where l.tenant_id = one and l.created_at >= since order by l.created_at desc limit most;
  end loop;
  perform set_config('app.tenant', '000000', true);
end
$$;
