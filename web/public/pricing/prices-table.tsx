import { type Plan, plans, priceShown } from '#core/company/plans.ts'
import styles from './prices-table.module.css'

const saved = { 1: 'a month', 6: 'every 6 months', 12: 'a year' } as const

/** All list and launch prices. */
export const PricesTable = ({ chosen }: { chosen: Plan['months'] }) => (
  <table className={styles.table}>
    <caption>All prices</caption>
    <thead>
      <tr>
        <th scope="col">Period</th>
        <th scope="col">List price</th>
        <th scope="col">Launch price, in the app</th>
        <th scope="col" className={styles.wide}>
          You save
        </th>
      </tr>
    </thead>
    <tbody>
      {plans.map(({ name, months, period, price, monthlyPrice, listPrice, listMonthlyPrice }) => (
        <tr key={name} className={months === chosen ? styles.chosen : undefined}>
          <th scope="row">{period}</th>
          <td>
            {priceShown(listPrice)}{' '}
            <small>{months === 1 ? 'per month' : `${priceShown(listMonthlyPrice)} per month`}</small>
          </td>
          <td>
            <strong>{priceShown(price)}</strong>{' '}
            <small>{months === 1 ? name : `${name}, ${priceShown(monthlyPrice)} per month`}</small>
          </td>
          <td className={styles.wide}>
            {priceShown(listPrice - price)} <small>{saved[months]}</small>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
