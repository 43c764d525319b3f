import type { Entity } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import { columnName, tableName } from '../table.ts'

/** A database function for a composed title, with its trigger. */
export interface TitleFunction {
  readonly name: string
  readonly body: string
  readonly trigger: string
}

/**
 * Functions that maintain the composed texts of an entity: one trigger composes them before each write, and one on every linked table
 * rewrites them when a linked title changes. Search, link titles and messages read this column, so they agree.
 */
export function titleFunctions(of: Entity): TitleFunction[] {
  const table = tableName(of)
  return Object.entries(of.fields).flatMap(([title, field]) => {
    if (field.kind !== 'text' || !field.composed) return []
    const links: { readonly column: string; readonly target: Entity }[] = []
    const parts = field.composed.map((name) => {
      const part = of.fields[name]!
      const column = columnName(name, part)
      if (part.kind !== 'link') return `new.${column}::text`
      const target = entityNamed(part.to)
      links.push({ column, target })
      return `(select l.${snake(target.title)} from public.${tableName(target)} l where l.tenant_id = new.tenant_id and l.id = new.${column})`
    })
    const column = columnName(title, field)
    const name = `${table}_${column}`
    return [
      {
        name,
        body: ` begin new.${column} := left(concat_ws(' ', ${parts.join(', ')}), ${field.max}); return new; end `,
        trigger: `create trigger ${name} before insert or update on ${table} for each row execute function ${name}();`,
      },
      ...links.map((link) => {
        const [source, named] = [tableName(link.target), snake(link.target.title)]
        return {
          name: `${name}_by_${link.column}`,
          body: ` begin update public.${table} set ${link.column} = ${link.column} where tenant_id = new.tenant_id and ${link.column} = new.id; return null; end `,
          trigger: `create trigger ${name}_by_${link.column} after update on ${source} for each row when (old.${named} is distinct from new.${named}) execute function ${name}_by_${link.column}();`,
        }
      }),
    ]
  })
}

/** SQL of these functions and triggers, for the migration of the entity. */
export const titleSql = (of: Entity): string =>
  titleFunctions(of)
    .map(({ name, body, trigger }) => `create function ${name}() returns trigger language plpgsql as $$${body}$$;\n${trigger}\n`)
    .join('')
