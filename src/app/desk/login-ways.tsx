import { Button, Divider, Segmented } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import { goToProvider, type SignInWay, waysOf } from './sign-in-ways.ts'

interface Props {
  readonly tenantId: string
  /** The directory whose accounts are typed; undefined: accounts of ours. */
  readonly directory: string | undefined
  readonly onDirectory: (source: string | undefined) => void
  readonly onProblem: (message: string) => void
}

const own = ''
/** Milliseconds after the last key before the tenant is asked for. */
const typedMs = 300

/** What a tenant offers beside its own accounts: buttons of providers, and directories as log-in types. Nothing where it offers nothing. */
export function LoginWays({ tenantId, directory, onDirectory, onProblem }: Props): ReactNode {
  const { word } = useWords()
  const [ways, setWays] = useState<readonly SignInWay[]>([])
  useEffect(() => {
    let isOver = false
    setWays([])
    onDirectory(undefined)
    const asking = setTimeout(() => {
      if (/^[0-9A-Za-z]{1,12}$/.test(tenantId))
        void waysOf(tenantId).then(
          (found) => isOver || setWays(found),
          () => {},
        )
    }, typedMs)
    return () => {
      isOver = true
      clearTimeout(asking)
    }
  }, [tenantId, onDirectory])
  const directories = ways.filter(({ kind }) => kind === 'ldap')
  const providers = ways.filter(({ kind }) => kind !== 'ldap')
  const go = (source: string): void => void goToProvider(tenantId, source).catch((thrown: unknown) => onProblem((thrown as Error).message))
  return (
    <>
      {providers.map(({ source, name }) => (
        <Button key={source} block onClick={() => go(source)}>
          {name}
        </Button>
      ))}
      {providers.length > 0 && <Divider plain>{word('ways.or')}</Divider>}
      {directories.length > 0 && (
        <Segmented
          block
          value={directory ?? own}
          options={[{ value: own, label: word('ways.own') }, ...directories.map(({ source, name }) => ({ value: source, label: name }))]}
          onChange={(value) => onDirectory(value === own ? undefined : String(value))}
        />
      )}
    </>
  )
}
