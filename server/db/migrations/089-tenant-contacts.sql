-- Whom the platform talks to in an organisation.
alter table tenant add column linkman text, add column contact_number text, add column address text;
