import { Button } from 'antd-mobile'
import { useWords } from '#src/words/words.ts'
import { goToProvider, useWays, waysTexts } from './sign-in-ways.ts'

interface Props {
  readonly tenantId: string
  /** The directory whose accounts are typed; undefined: accounts of ours. */
  readonly directory: string | undefined
  readonly onDirectory: (source: string | undefined) => void
  readonly onProblem: (message: string) => void
}

/** What a tenant offers on the phone beside its own accounts: buttons of providers, and directories as kinds of account. */
export function PhoneWays({ tenantId, directory, onDirectory, onProblem }: Props) {
  const { say } = useWords()
  const ways = useWays(tenantId, onDirectory)
  const directories = ways.filter(({ kind }) => kind === 'ldap')
  const go = (source: string): void =>
    void goToProvider(tenantId, source, 'phone').catch((thrown: unknown) => onProblem((thrown as Error).message))
  return (
    <>
      {ways.map(({ source, name, kind }) =>
        kind === 'ldap' ? null : (
          <Button key={source} block onClick={() => go(source)}>
            {name}
          </Button>
        ),
      )}
      {directories.length > 0 ? (
        <fieldset className="ph-ways">
          <legend>{say(waysTexts.accounts)}</legend>
          {[{ source: undefined, name: say(waysTexts.own) }, ...directories].map(({ source, name }) => (
            <label key={source ?? ''}>
              <input type="radio" name="directory" checked={source === directory} onChange={() => onDirectory(source)} /> {name}
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
