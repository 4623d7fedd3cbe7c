// The workloads by the names the command line takes, in the order of the report.
import type { Workload } from '../workload.ts'
import { idle } from './idle.ts'
import { join } from './join.ts'
import { kills } from './kills.ts'
import { latency } from './latency.ts'
import { load } from './load.ts'
import { rooms } from './rooms.ts'
import { streaming } from './streaming.ts'

export const WORKLOADS: Readonly<Record<string, Workload>> = { latency, load, rooms, join, streaming, idle, kills }
