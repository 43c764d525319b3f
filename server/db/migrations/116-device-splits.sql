-- Cards that were bought as one and are kept as several, and what the books say of each from then on.
create table device_split (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  split_no text not null,
  split_status text not null,
  device_id uuid not null,
  split_on date not null,
  part_count integer not null,
  value_total numeric(16,2) not null,
  reason text not null,
  search text generated always as (search_form(coalesce(split_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_split_split_no_once on device_split (tenant_id, split_no);
alter table device_split add constraint device_split_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_split_device_id on device_split (tenant_id, device_id);
select enable_tenant_table('device_split', 'deviceSplit', '');

create table device_split_part (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  split_id uuid not null,
  place integer not null,
  asset_no text not null,
  device_id uuid not null,
  part_value numeric(16,2) not null,
  primary key (tenant_id, id)
);
alter table device_split_part add constraint device_split_part_split_id_fk foreign key (tenant_id, split_id) references device_split (tenant_id, id);
create index device_split_part_split_id on device_split_part (tenant_id, split_id);
alter table device_split_part add constraint device_split_part_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_split_part_device_id on device_split_part (tenant_id, device_id);
select enable_tenant_table('device_split_part', 'deviceSplitPart', '');

create table depreciation_split (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  split_id uuid not null,
  place integer not null,
  asset_no text not null,
  rule_id uuid not null,
  device_id uuid not null,
  book_value numeric(16,2) not null,
  accumulated numeric(16,2) not null,
  net_value numeric(16,2) not null,
  posted_on date,
  primary key (tenant_id, id)
);
alter table depreciation_split add constraint depreciation_split_split_id_fk foreign key (tenant_id, split_id) references device_split (tenant_id, id);
create index depreciation_split_split_id on depreciation_split (tenant_id, split_id);
alter table depreciation_split add constraint depreciation_split_rule_id_fk foreign key (tenant_id, rule_id) references depreciation_rule (tenant_id, id);
create index depreciation_split_rule_id on depreciation_split (tenant_id, rule_id);
alter table depreciation_split add constraint depreciation_split_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index depreciation_split_device_id on depreciation_split (tenant_id, device_id);
select enable_tenant_table('depreciation_split', 'depreciationSplit', '');

-- How the original card stood in the books before and after, so that a split is taken back exactly, and only while nothing has changed.
alter table device_split add column stood jsonb not null default '{}', add column stands jsonb not null default '{}';
-- Whether a card was split since the latest month of a book.
create index depreciation_split_closed on depreciation_split (tenant_id, rule_id, posted_on);

-- Value, rate and residual value of a part of a divided card: rounded one by one, the residual values would not add up to that of the card.
alter table device_depreciation add column part_residual jsonb not null default '[]';

-- How a card stands in the books: its places, funds and the terms that held before.
create function card_standing(tenant text, card uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'places', (select coalesce(jsonb_agg(to_jsonb(b) - array['version', 'updated_at', 'updated_by'] order by b.id), '[]') from public.device_depreciation b
      where b.tenant_id = tenant and b.device_id = card),
    'funds', (select coalesce(jsonb_agg(to_jsonb(f) - array['version', 'updated_at', 'updated_by'] order by f.id), '[]') from public.device_fund f
      join public.device_depreciation b on b.tenant_id = f.tenant_id and b.id = f.card_id where b.tenant_id = tenant and b.device_id = card),
    'terms', (select coalesce(jsonb_agg(to_jsonb(t) order by t.owner_id, t.field, t.last_month), '[]') from public.depreciation_term t
      where t.tenant_id = tenant and t.owner_id in (select card union all select b.id from public.device_depreciation b where b.tenant_id = tenant and b.device_id = card)),
    'offsets', (select count(*) from public.depreciation_offset o where o.tenant_id = tenant and o.device_id = card),
    'closed', (select coalesce(jsonb_object_agg(r.id, r.closed_on), '{}') from public.depreciation_rule r where r.tenant_id = tenant and not r.is_deleted))
$$;
