#!/usr/bin/env node
import { runCommand } from './command.ts';

// Not process.exit: what was written to a pipe must still get out.
process.exitCode = await runCommand(process.argv.slice(2));
