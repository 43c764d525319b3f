import { Button } from 'antd-mobile'
import { useWords } from '#src/words/words.ts'
import { goToProvider, type SignInWay, useWays, waysTexts } from './sign-in-ways.ts'

interface Props {
  /** What the field of the hospital says. */
  readonly hospital: string
  /** The directory whose accounts are typed; undefined: accounts of ours. */
  readonly directory: SignInWay | undefined
  readonly onDirectory: (directory: SignInWay | undefined) => void
  readonly onProblem: (message: string) => void
}

/** What a tenant offers on the phone beside its own accounts: buttons of providers, and directories as kinds of account. */
export function PhoneWays({ hospital, directory, onDirectory, onProblem }: Props) {
  const { say } = useWords()
  const ways = useWays(hospital, onDirectory)
  const directories = ways.filter(({ kind }) => kind === 'ldap')
  const go = (way: SignInWay): void => void goToProvider(way, 'phone').catch((thrown: unknown) => onProblem((thrown as Error).message))
  return (
    <>
      {ways.map((way) =>
        way.kind === 'ldap' ? null : (
          <Button key={way.source} block onClick={() => go(way)}>
            {way.name}
          </Button>
        ),
      )}
      {directories.length > 0 ? (
        <fieldset className="ph-ways">
          <legend>{say(waysTexts.accounts)}</legend>
          {[undefined, ...directories].map((one) => (
            <label key={one?.source ?? ''}>
              <input type="radio" name="directory" checked={one?.source === directory?.source} onChange={() => onDirectory(one)} />{' '}
              {one?.name ?? say(waysTexts.own)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
