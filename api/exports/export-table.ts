/** A column of an exported file: its heading and the cell of a row. Numbers become cells that a spreadsheet can add up. */
export type Column<Row> = { heading: string; cell(row: Row): string | number | undefined }

/** An export: its name, columns and rows in batches. */
export type Table<Row extends object> = {
  /** The file's name, before its day. */
  name: string
  columns: readonly Column<Row>[]
  batches: AsyncGenerator<Row[]>
}

/** What an export needs to show names and times. */
export type ExportContext = { names: ReadonlyMap<string, string>; timeZone: string }

/** The names of people, in their stored order. */
export const namesFor = ({ names }: ExportContext, userIds: readonly string[]) =>
  userIds.map((one) => names.get(one) ?? '').join(', ')

/** Pence as pounds with two decimals and no sign, as a spreadsheet reads it: 14000 is '140.00'. */
export const poundsForSpreadsheet = (pence: number) => (pence / 100).toFixed(2)

/** Maps every row of every batch; closing the result closes its source. */
export async function* mapBatches<From, To>(
  batches: AsyncGenerator<From[]>,
  map: (one: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(map)
}
