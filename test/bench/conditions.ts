// Under what conditions something was measured, in one line of the report.
import { availableParallelism, cpus, loadavg } from 'node:os'

/** `others`: share of all processors that other processes took meanwhile, 0 to 1; NaN where it is not known. */
export function conditions(others = Number.NaN): string {
  const [load = 0] = loadavg()
  const machine = `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'})`
  const rest = Number.isNaN(others) ? '' : `; other processes took ${Math.round(others * 100)} % of all processors`
  return `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machine}, load ${load.toFixed(1)}${rest}.`
}
