-- A document that comes with an announcement, as a PDF.
alter table announcement add column attachment uuid[];
