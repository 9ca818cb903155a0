import { nameOfPerson } from '#core/member/names.ts'
import { dayNameIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { PersonalData } from './personal-data.tsx'
import styles from './profile.module.css'

/** The user and their company. */
export function WhoCard() {
  const user = useUser()
  const { username, email, userRole } = user
  const { data } = useMe()
  return (
    <Card title="Account">
      <div className={styles.who}>
        <PersonAvatar name={nameOfPerson(user)} role={userRole} look={user} size={48} />
        <div>
          {user.fullName && <div className={styles.username}>{user.fullName}</div>}
          <div className={user.fullName ? styles.quiet : styles.username}>{username}</div>
          <div className={styles.quiet}>{email}</div>
        </div>
        <RoleTag role={userRole} />
      </div>
      {data && (
        <dl className={styles.facts}>
          <dt>Company</dt>
          <dd>{data.company.name}</dd>
          <dt>Member since</dt>
          <dd>{dayNameIn(data.memberSince, data.company.timeZone)}</dd>
          <dt>Time zone</dt>
          <dd>{data.company.timeZone}</dd>
        </dl>
      )}
      <PersonalData />
    </Card>
  )
}
