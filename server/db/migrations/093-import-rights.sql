-- What an import quotes of the register is read by who may see it: problems have words that quote nothing, differences a form without values.
alter table import_problem add column closed_zh text, add column closed_en text;

create function without_samples(changes jsonb) returns jsonb language sql immutable parallel safe return
  case when changes is not null then jsonb_build_object(
    'fields', (select coalesce(jsonb_agg(one || '{"samples": []}' order by place), '[]') from jsonb_array_elements(changes -> 'fields') with ordinality v(one, place)),
    'left', (select coalesce(jsonb_agg(one || '{"samples": []}' order by place), '[]') from jsonb_array_elements(changes -> 'left') with ordinality v(one, place)),
    'missing', (changes -> 'missing') || '{"samples": []}') end;
