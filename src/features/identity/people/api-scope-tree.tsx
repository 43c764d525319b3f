import { Alert, Tree } from 'antd'
import type { ReactNode } from 'react'
import { apiScopeList } from '#contract/calls/tooling/api-scope.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly chosen: readonly string[]
  readonly isOwn: boolean
  readonly onChoose: (ids: readonly string[]) => void
}

/** The calls through which a role uses its rights: all of them, or those of some modules. What each scope opens stands below it. */
export function ApiScopeTree({ chosen, isOwn, onChoose }: Props): ReactNode {
  const { word } = useWords()
  const found = useCall(apiScopeList, { size: 200 })
  if (!found.data) return <Outcome isLoading={!found.error} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <>
      <Alert type={chosen.length === 0 ? 'warning' : 'info'} title={word('people.apisHint')} />
      <Tree
        checkable
        checkStrictly
        selectable={false}
        disabled={isOwn}
        aria-label={word('people.tabApis')}
        treeData={found.data.map(({ id, name, patterns, disabled }) => ({
          key: id,
          title: name,
          disableCheckbox: disabled,
          children: patterns.map((pattern) => ({ key: `${id} ${pattern}`, title: <code>{pattern}</code>, checkable: false })),
        }))}
        checkedKeys={[...chosen]}
        onCheck={(keys) => onChoose((Array.isArray(keys) ? keys : keys.checked).map(String))}
      />
    </>
  )
}
