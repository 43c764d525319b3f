-- Labels from 10 mm on: a QR code that says its short code alone, or none where a GS1 DataMatrix or a barcode identifies the device.
alter table label_template
  add column qr_content text not null default 'address',
  alter column qr_size drop not null;
