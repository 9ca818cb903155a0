import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/client/use-user.ts'
import { DetailsFields } from '#web/features/person/details-fields.tsx'
import { type PersonDetails, useDetails } from '#web/features/person/use-details.ts'
import styles from '#web/screens/profile/profile.module.css'
import { readTeam } from '#web/sync/reads/people.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'

/** How the user is called and reached: shown to everyone in the company. */
export function DetailsCard() {
  const { userId } = useUser()
  const { data } = useQuery({ queryKey: keys.team, queryFn: ({ signal }) => readTeam(signal), staleTime: 5 * 60_000 })
  const person = data?.users.find((one) => one.userId === userId)
  return person ? <Form person={person} /> : null
}

function Form({ person }: { person: PersonDetails }) {
  const { userRole } = useUser()
  const details = useDetails(person)
  const mayWork = useMay('work')
  const submit = async () => {
    if (await details.save()) toast.success('Details saved.')
  }
  return (
    <Card title="Your Details">
      <form
        className={styles.form}
        noValidate
        aria-busy={details.busy}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <DetailsFields details={details} username={person.username} role={userRole} own />
        <div className={styles.foot}>
          <span className={styles.quiet}>Your username stays {person.username}</span>
          <Button type="submit" disabled={!mayWork} aria-disabled={details.busy || !mayWork}>
            {details.busy ? 'Saving...' : 'Save Details'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
