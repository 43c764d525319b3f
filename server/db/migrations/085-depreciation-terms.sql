-- What cards were charged by before a change: `value` held for `field` up to and with `last_month` (months since the year 0). What holds now is in the row of the owner:
-- a device, its card in a book, a category or a book. A change holds from the next month on, a state for the whole month in which it began.
create table depreciation_term (
  tenant_id text collate "C" not null,
  owner_id uuid not null,
  field text not null,
  last_month integer not null,
  value text,
  -- Why a value was lowered, for the impairment that may follow.
  reason text,
  primary key (tenant_id, owner_id, field, last_month)
);
alter table depreciation_term enable row level security;
alter table depreciation_term force row level security;
create policy tenant on depreciation_term using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Keeps what held before a change. `app.changed_on`: the day of an act that was queued on a phone. Of several changes in a month the first tells what held in it.
create function keep_term(tenant text, owner uuid, field text, was text, months_before integer default 0) returns void language sql as $$
  insert into public.depreciation_term (tenant_id, owner_id, field, last_month, value)
  select tenant, owner, field, greatest(extract(year from day)::int * 12 + extract(month from day)::int - 1 - months_before,
      (select max(t.last_month) from public.depreciation_term t where t.tenant_id = tenant and t.owner_id = owner and t.field = keep_term.field)),
    was
  from (select coalesce(nullif(current_setting('app.changed_on', true), '')::date, (now() at time zone 'Asia/Shanghai')::date)) d(day)
  on conflict do nothing
$$;

create function keep_device_terms() returns trigger language plpgsql as $$
begin
  if (old.eam_status = 'missing') <> (new.eam_status = 'missing') then
    perform keep_term(old.tenant_id, old.id, 'status', old.eam_status, 1);
  end if;
  -- What was empty is completed, not changed.
  if old.original_value <> new.original_value then perform keep_term(old.tenant_id, old.id, 'value', old.original_value::text); end if;
  if old.use_dept_id <> new.use_dept_id then perform keep_term(old.tenant_id, old.id, 'dept', old.use_dept_id::text); end if;
  if old.fund_source <> new.fund_source then perform keep_term(old.tenant_id, old.id, 'fund', old.fund_source); end if;
  if old.useful_life_months is distinct from new.useful_life_months then perform keep_term(old.tenant_id, old.id, 'life', old.useful_life_months::text); end if;
  if old.residual_rate is distinct from new.residual_rate then perform keep_term(old.tenant_id, old.id, 'rate', old.residual_rate::text); end if;
  if old.depreciation_method is distinct from new.depreciation_method then perform keep_term(old.tenant_id, old.id, 'method', old.depreciation_method); end if;
  if old.assets_category_id is distinct from new.assets_category_id then
    perform keep_term(old.tenant_id, old.id, 'category', old.assets_category_id::text);
    perform keep_term(old.tenant_id, old.id, 'category_life',
      (select c.useful_life_months::text from public.assets_category c where c.tenant_id = old.tenant_id and c.id = old.assets_category_id));
  end if;
  return null;
end $$;
create trigger device_terms after update of original_value, use_dept_id, fund_source, useful_life_months, residual_rate, depreciation_method, assets_category_id, eam_status on device
  for each row when (old.filing_status = 'filed' and (old.original_value, old.use_dept_id, old.fund_source, old.useful_life_months, old.residual_rate, old.depreciation_method,
    old.assets_category_id, old.eam_status) is distinct from (new.original_value, new.use_dept_id, new.fund_source, new.useful_life_months, new.residual_rate,
    new.depreciation_method, new.assets_category_id, new.eam_status)) execute function keep_device_terms();

create function keep_book_card_terms() returns trigger language plpgsql as $$
begin
  if old.life_months is distinct from new.life_months then perform keep_term(old.tenant_id, old.id, 'own_life', old.life_months::text); end if;
  if old.residual_rate is distinct from new.residual_rate then perform keep_term(old.tenant_id, old.id, 'own_rate', old.residual_rate::text); end if;
  if old.depreciation_method is distinct from new.depreciation_method then perform keep_term(old.tenant_id, old.id, 'own_method', old.depreciation_method); end if;
  if old.life_units is distinct from new.life_units then perform keep_term(old.tenant_id, old.id, 'own_units', old.life_units::text); end if;
  return null;
end $$;
-- What finance says before the first charge sets the card up.
create trigger device_depreciation_terms after update of life_months, residual_rate, depreciation_method, life_units on device_depreciation
  for each row when (old.progress ? 'stretch') execute function keep_book_card_terms();

create function keep_default_terms() returns trigger language plpgsql as $$
begin
  if not exists (select from public.depreciation_rule r where r.tenant_id = old.tenant_id and r.closed_on is not null) then return null; end if;
  if tg_table_name = 'assets_category' then
    perform keep_term(old.tenant_id, old.id, 'category_life', to_jsonb(old)->>'useful_life_months');
  else
    if to_jsonb(old)->'default_life' <> to_jsonb(new)->'default_life' then perform keep_term(old.tenant_id, old.id, 'life', to_jsonb(old)->>'default_life'); end if;
    if to_jsonb(old)->'default_residual_rate' <> to_jsonb(new)->'default_residual_rate' then
      perform keep_term(old.tenant_id, old.id, 'rate', to_jsonb(old)->>'default_residual_rate');
    end if;
  end if;
  return null;
end $$;
create trigger assets_category_terms after update of useful_life_months on assets_category
  for each row when (old.useful_life_months is distinct from new.useful_life_months) execute function keep_default_terms();
create trigger depreciation_rule_terms after update of default_life, default_residual_rate on depreciation_rule
  for each row when (old.closed_on is not null) execute function keep_default_terms();

-- Whether an import made a card.
create index import_row_made on import_row (tenant_id, entity, entity_id);

-- Why a card in a book is charged again from the start with the next month, and what the latest month did so for.
alter table device_depreciation add column correction text, add column correction_before text;
-- The cards that a closed month charged although they are written off in it.
alter table depreciation_record add column repeat_reason text;
-- Whether a request asks for a change from the next month or corrects what was wrong.
alter table card_field_update add column change_kind text;
