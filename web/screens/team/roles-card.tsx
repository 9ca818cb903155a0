import { IconCheck } from '@tabler/icons-react'
import styles from './team.module.css'

type May = string | false
const lines: readonly (readonly [what: string, owner: May, admin: May, team: May])[] = [
  ['Tasks, ready, photos and comments on every job', 'Yes', 'Yes', 'Yes'],
  ['Set warnings', 'All', 'All', 'No access, Reschedule, No Warning'],
  ['Create, edit and schedule jobs', 'Yes', 'Yes', false],
  ['See prices, work order, agency, received by, invoice', 'Yes', 'Yes', false],
  ['Change names and telephone numbers', 'Everyone’s', 'Their own', 'Their own'],
  ['See emails, add, edit and delete users', 'Yes', false, false],
]

/** What each role can do. */
export const RolesCard = () => (
  <section className={`${styles.card} ${styles.roles}`}>
    <h2 className={styles.heading}>What each role can do</h2>
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">What each role can do</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Owner</th>
            <th scope="col">Admin</th>
            <th scope="col">Team</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([what, owner, admin, team]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <Cell may={owner} />
              <Cell may={admin} />
              <Cell may={team} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const Cell = ({ may }: { may: May }) => (
  <td>
    {may ? (
      <span className={styles.may}>
        <IconCheck size={16} aria-hidden />
        {may}
      </span>
    ) : (
      <span className={styles.quiet}>No</span>
    )}
  </td>
)
