import { mayRepairStep, type RepairPeople } from '#contract/entities/service/repair-sides.ts'
import { useSession } from '#src/data/session.ts'
import type { ActOrder, Allows } from '#src/kit/record/act-bar.tsx'

/** How the acts of a repair order stand, on its page and in the list. */
export const repairActs: ActOrder = {
  next: ['takeOver', 'accept', 'assign', 'assignTeam', 'arrive', 'resume', 'finish', 'check', 'confirmStop'],
  rare: ['reassign', 'reassignTeam', 'sendOut', 'share', 'giveBack', 'scrap', 'cancel', 'merge'],
}

/** Whether a step of an order is this person's to take, in addition to the right. */
export function useRepairAllows(): Allows {
  const person = useSession((state) => state.person)
  const who = { userId: person?.user_id ?? '', rights: new Set(person?.rights) }
  return (row, name) => mayRepairStep(name, row as unknown as RepairPeople, who)
}
