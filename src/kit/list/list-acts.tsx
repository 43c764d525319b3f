import { EllipsisOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { isImported } from '#contract/imports.ts'
import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import type { Query } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { DownloadButton, formatItems, useDownload } from '#src/kit/download-button.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { useWords } from '#src/words/words.ts'

/** An action of a page under 更多. */
export interface MoreAct {
  readonly key: string
  readonly label: string
  readonly onClick: () => void
}

interface Props {
  readonly of: Entity
  readonly onAdd: (() => void) | undefined
  /** The list is the page: adding is its main act, and the key `N` adds a row, too. A list on a record leaves the main act to the record. */
  readonly hasKey?: boolean
  /** The search of the list, for the export. */
  readonly criteria: Query
  readonly onRemove: (() => void) | undefined
  readonly more?: readonly MoreAct[]
  /** Buttons of the page. */
  readonly children?: ReactNode
}

/** The actions of a list that the person has rights for: add first, then common ones, the rest under 更多. */
export function ListActs({ of, onAdd, hasKey = false, criteria, onRemove, more = [], children }: Props): ReactNode {
  const { word } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const lines = useDownload(of, 'export', { ...criteria, lines: 1 })
  const template = useDownload(of, 'template', {})
  const may = (verb: 'submit' | 'export' | 'template'): boolean =>
    verbsOf(of).includes(verb) && (rights?.includes(rightOf(of, verb)) ?? false) && !(of.append && verb !== 'export')
  const formats = (fetchFile: (format: string) => void, key: string): NonNullable<MenuProps['items']> => [
    ...formatItems(word).map((item) => ({ ...item, key: `${key}-${item.key}`, onClick: () => fetchFile(item.key) })),
  ]
  const files = [
    ...(may('export') && (of.lines ?? []).some((line) => !line.readOnly)
      ? [{ key: 'lines', label: word('list.exportLines'), children: formats(lines.fetchFile, 'lines') }]
      : []),
    ...(onAdd && may('template') && isImported(of)
      ? [{ key: 'template', label: word('list.template'), children: formats(template.fetchFile, 'template') }]
      : []),
  ]
  const items: NonNullable<MenuProps['items']> = [
    ...more.map((act) => ({ ...act })),
    ...files,
    ...(onRemove ? [{ key: 'remove', label: word('list.remove'), danger: true, onClick: onRemove }] : []),
  ]
  return (
    <>
      {onAdd && may('submit') && (
        <Button type={hasKey ? 'primary' : 'default'} icon={<PlusOutlined />} onClick={onAdd} aria-keyshortcuts={hasKey ? 'N' : undefined}>
          {word('list.add')}
        </Button>
      )}
      {/* All at once, so that no button moves under the pointer when a module's code arrives. */}
      <Suspense>
        {/* What comes in stands beside what is added, away from what goes out. */}
        {onAdd && <Parts at="list.import" given={{ of: of.name }} isTogether />}
        {children}
        {may('export') && <span className="eam-tool-gap" />}
        {may('export') && <DownloadButton of={of} verb="export" query={criteria} label="list.export" />}
        {items.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button className="eam-folds-soon" title={word('common.more')} icon={<EllipsisOutlined />}>
              {word('common.more')}
            </Button>
          </Dropdown>
        )}
      </Suspense>
    </>
  )
}
