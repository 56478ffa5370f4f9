/* A TOML file as a flat list of paths, types, values and lines, by toml++. */
#pragma once
