import { type ReactNode, useState } from 'react'
import { factorRule } from '#contract/calls/identity/factor.ts'
import { passwordRule } from '#contract/calls/identity/user.ts'
import { loadPerson, useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import type { MoreAct } from '#src/kit/list/list-acts.tsx'
import { useWords } from '#src/words/words.ts'
import { PasswordRule } from './password-rule.tsx'

/** The rules for how all people sign in: acts for 更多 and the dialog of the one that was asked for. */
export function useSignInRules(): { readonly acts: readonly MoreAct[]; readonly dialog: ReactNode } {
  const { say } = useWords()
  const [asked, setAsked] = useState<string>()
  const may: Readonly<Record<string, boolean>> = {
    [passwordRule.name]: useRight(passwordRule.may),
    [factorRule.name]: useRight(factorRule.may),
  }
  const close = (): void => setAsked(undefined)
  return {
    acts: [passwordRule, factorRule]
      .filter(({ name }) => may[name])
      .map((of) => ({ key: of.name, label: say(of), onClick: () => setAsked(of.name) })),
    dialog:
      asked === passwordRule.name ? (
        <PasswordRule onClose={close} />
      ) : (
        asked === factorRule.name && <CallDialog of={factorRule} onClose={close} onDone={() => void loadPerson()} />
      ),
  }
}
