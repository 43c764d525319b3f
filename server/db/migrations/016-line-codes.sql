-- A line carries every code of its card, so that the phones of its counters find it without the card.
alter table check_line add column qr_token text, add column rfid_code text, add column assets_code text, add column sn text;

-- What changed its codes on the card changes them on the lines of open checks. Another card may take the codes of a removed one.
create function device_codes() returns trigger language plpgsql as $$ begin
  update check_line l set device_code = new.device_code,
      qr_token = case when not new.is_deleted then new.qr_token end, rfid_code = case when not new.is_deleted then new.rfid_code end,
      assets_code = case when not new.is_deleted then new.assets_code end, sn = case when not new.is_deleted then new.sn end
    from check_task k where l.tenant_id = new.tenant_id and l.device_id = new.id and k.tenant_id = l.tenant_id and k.id = l.check_id and k.check_status = 'open';
  return null;
end $$;
create trigger device_codes_update after update on device for each row
  when ((old.device_code, old.qr_token, old.rfid_code, old.assets_code, old.sn, old.is_deleted) is distinct from (new.device_code, new.qr_token, new.rfid_code, new.assets_code, new.sn, new.is_deleted))
  execute function device_codes();

-- The lines of open checks take them now, and the phones of their counters load them again.
alter table check_line no force row level security;
alter table check_task no force row level security;
alter table device no force row level security;
alter table sync_change no force row level security;
update check_line l set qr_token = d.qr_token, rfid_code = d.rfid_code, assets_code = d.assets_code, sn = d.sn
  from device d, check_task k where d.tenant_id = l.tenant_id and d.id = l.device_id and not d.is_deleted
    and k.tenant_id = l.tenant_id and k.id = l.check_id and k.check_status = 'open';
alter table check_line force row level security;
alter table check_task force row level security;
alter table device force row level security;
alter table sync_change force row level security;

-- A serial number is looked for among the lines of a check, where a plate was read before its lines had come to the phone.
create index check_line_sn on check_line (tenant_id, check_id, lower(sn)) where sn is not null;
