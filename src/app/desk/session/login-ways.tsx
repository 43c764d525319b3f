import { Button, Divider, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { goToProvider, type SignInWay, useWays, waysTexts } from '#src/features/identity/sign-in/sign-in-ways.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  /** What the field of the hospital says. */
  readonly hospital: string
  /** The directory whose accounts are typed; undefined: accounts of ours. */
  readonly directory: SignInWay | undefined
  readonly onDirectory: (directory: SignInWay | undefined) => void
  readonly onProblem: (message: string) => void
}

const own = ''

/** What a tenant offers beside its own accounts: buttons of providers, and directories as log-in types. Nothing where it offers nothing. */
export function LoginWays({ hospital, directory, onDirectory, onProblem }: Props): ReactNode {
  const { say } = useWords()
  const ways = useWays(hospital, onDirectory)
  const directories = ways.filter(({ kind }) => kind === 'ldap')
  const providers = ways.filter(({ kind }) => kind !== 'ldap')
  const go = (way: SignInWay): void => void goToProvider(way, 'desk').catch((thrown: unknown) => onProblem((thrown as Error).message))
  return (
    <>
      {providers.map((way) => (
        <Button key={way.source} block onClick={() => go(way)}>
          {way.name}
        </Button>
      ))}
      {providers.length > 0 && <Divider plain>{say(waysTexts.or)}</Divider>}
      {directories.length > 0 && (
        <Segmented
          block
          value={directory?.source ?? own}
          options={[{ value: own, label: say(waysTexts.own) }, ...directories.map(({ source, name }) => ({ value: source, label: name }))]}
          onChange={(value) => onDirectory(directories.find(({ source }) => source === value))}
        />
      )}
    </>
  )
}
