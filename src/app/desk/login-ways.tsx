import { Button, Divider, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { goToProvider, useWays, waysTexts } from '#src/features/platform/sign-in-ways.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly tenantId: string
  /** The directory whose accounts are typed; undefined: accounts of ours. */
  readonly directory: string | undefined
  readonly onDirectory: (source: string | undefined) => void
  readonly onProblem: (message: string) => void
}

const own = ''

/** What a tenant offers beside its own accounts: buttons of providers, and directories as log-in types. Nothing where it offers nothing. */
export function LoginWays({ tenantId, directory, onDirectory, onProblem }: Props): ReactNode {
  const { say } = useWords()
  const ways = useWays(tenantId, onDirectory)
  const directories = ways.filter(({ kind }) => kind === 'ldap')
  const providers = ways.filter(({ kind }) => kind !== 'ldap')
  const go = (source: string): void =>
    void goToProvider(tenantId, source, 'desk').catch((thrown: unknown) => onProblem((thrown as Error).message))
  return (
    <>
      {providers.map(({ source, name }) => (
        <Button key={source} block onClick={() => go(source)}>
          {name}
        </Button>
      ))}
      {providers.length > 0 && <Divider plain>{say(waysTexts.or)}</Divider>}
      {directories.length > 0 && (
        <Segmented
          block
          value={directory ?? own}
          options={[{ value: own, label: say(waysTexts.own) }, ...directories.map(({ source, name }) => ({ value: source, label: name }))]}
          onChange={(value) => onDirectory(value === own ? undefined : String(value))}
        />
      )}
    </>
  )
}
